// Placeholder for the room; its files follow.
