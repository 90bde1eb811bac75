-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `Price` (
  `amount` NUMERIC NOT NULL
) PRIMARY KEY (`amount`);

CREATE INDEX `PricesByAmount` ON `Price` (`amount`);
