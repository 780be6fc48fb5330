export function shiftClock(seconds: number): () => void
