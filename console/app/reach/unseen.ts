import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes that happen between two pages are not received, and the stream does not repeat them. Answers that no page shows
 * are therefore fetched again by the next page that shows them, however recent they are. Those on the screen are kept.
 */
export function distrustUnseen(known: QueryClient, keys: readonly QueryKey[]): void {
  for (const queryKey of keys) {
    void known.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' })
  }
}
