/**
 * What a loop does beside its work, when there is none: in batches, one a call, until one is not full; then again after
 * a while. @param batch does the next one and tells how many rows it had.
 */
export function nowAndThen(
  { everyMs, batchRows }: { everyMs: number; batchRows: number },
  batch: (batchRows: number) => Promise<number>,
): () => Promise<void> {
  let nextMs = 0
  return async () => {
    if (performance.now() < nextMs) return
    nextMs = performance.now() + everyMs
    if ((await batch(batchRows)) >= batchRows) nextMs = 0
  }
}
