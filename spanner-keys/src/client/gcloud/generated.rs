//! A stream from a future.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use futures_util::stream::{self, BoxStream, StreamExt as _};

/// A stream of what a future hands over. The rows of gcloud-spanner borrow their transaction, so
/// that both have to be in the same future.
pub(super) fn generated<'a, T, F>(work: impl FnOnce(Handover<T>) -> F) -> BoxStream<'a, T>
where
    T: Send + 'a,
    F: Future<Output = ()> + Send + 'a,
{
    let out = Handover(Arc::new(Mutex::new(None)));
    let mut work = Box::pin(work(Handover(Arc::clone(&out.0))));
    let mut is_done = false;
    stream::poll_fn(move |context| {
        is_done = is_done || work.as_mut().poll(context).is_ready();
        match out.take() {
            None if !is_done => Poll::Pending,
            item => Poll::Ready(item),
        }
    })
    .boxed()
}

/// Where the future puts an item, and the stream takes it.
pub(super) struct Handover<T>(Arc<Mutex<Option<T>>>);

impl<T> Handover<T> {
    /// Waits until the item is taken.
    pub(super) async fn put(&self, item: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(item);
        std::future::poll_fn(|_| if self.is_empty() { Poll::Ready(()) } else { Poll::Pending })
            .await;
    }

    fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
