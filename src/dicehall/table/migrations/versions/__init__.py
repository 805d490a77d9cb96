"""One module a step. A step that was published is never changed; a new one comes after it."""
