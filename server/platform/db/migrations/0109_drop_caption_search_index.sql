-- caption_passages_windows serves the searches of this release and of the previous one. This is a migration of its own,
-- so that search waits for its lock only for a moment, and not until the new index is complete.
drop index caption_passages_search;
