import { partialMatchKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

type Move = (answer: never) => unknown
type Heard = { nth: number; queryKey: QueryKey; move: Move }

/** What the stream has sent since the oldest fetch in progress began. */
const heard: Heard[] = []
const underWay = new Set<number>()
let last = 0

/**
 * Changes known answers by what a stream has said. An answer that was asked for before and arrives later would show the
 * older figure again: it is changed in the same way when it arrives.
 * @param move for all answers whose key begins with `queryKey`; it sets figures, so that twice is the same as once
 */
export function moveAnswers<Answer>(
  known: QueryClient,
  queryKey: QueryKey,
  move: (answer: Answer) => Answer,
): void {
  known.setQueriesData<Answer>({ queryKey }, (answer) => answer && move(answer))
  if (underWay.size > 0) heard.push({ nth: (last += 1), queryKey, move })
}

/** @returns the answer of a fetch of this key, with what the stream sent during the fetch. */
export async function withHeard<Answer>(queryKey: QueryKey, fetch: () => Promise<Answer>): Promise<Answer> {
  const began = (last += 1)
  underWay.add(began)
  try {
    const answer = await fetch()
    const missed = heard.filter((one) => one.nth > began && partialMatchKey(queryKey, one.queryKey))
    return missed.reduce<Answer>((now, { move }) => move(now as never) as Answer, answer)
  } finally {
    underWay.delete(began)
    const oldest = Math.min(...underWay)
    while (heard[0] !== undefined && heard[0].nth < oldest) heard.shift()
  }
}

/**
 * After a change by this page: fetches what the pages show again. A first answer that is still on its way may be from before
 * the change: that fetch is cancelled and repeated.
 */
export async function fetchAgain(known: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    keys.map(async (queryKey) => {
      await known.cancelQueries({
        queryKey,
        predicate: ({ state }) => state.fetchStatus === 'fetching' && state.data === undefined,
      })
      await known.invalidateQueries({ queryKey })
    }),
  )
}
