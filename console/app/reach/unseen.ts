import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Between two pages nobody hears a change, and the stream does not repeat it: answers that no page shows are fetched again
 * by the next page that does, however young they are. Those that a page shows stay as they are.
 */
export function distrustUnseen(known: QueryClient, keys: readonly QueryKey[]): void {
  for (const queryKey of keys) {
    void known.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' })
  }
}
