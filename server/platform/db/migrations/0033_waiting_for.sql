-- What a received upload waits for besides its turn: `sandbox` where nothing may be decoded until the operator has mended it.
alter table streams add column waiting_for text check (waiting_for = 'sandbox');
