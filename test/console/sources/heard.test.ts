import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fetchAgain, moveAnswers, withHeard } from '../../../console/app/reach/heard.ts'

type Answer = { sent: number; name: string }

/** A query whose fetches are answered by hand, in any order. */
function aQuery(known: QueryClient, queryKey: readonly unknown[]) {
  const waiting: { resolve: (answer: Answer) => void }[] = []
  const observer = new QueryObserver<Answer>(known, {
    queryKey,
    queryFn: ({ queryKey: key }) =>
      withHeard(key, () => {
        return new Promise<Answer>((resolve) => waiting.push({ resolve }))
      }),
  })
  const stop = observer.subscribe(() => {})
  return { waiting, shown: () => known.getQueryData<Answer>(queryKey), observer, stop }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('an answer that was asked for before a change of the stream shows the change', async () => {
  const known = new QueryClient()
  const { waiting, shown, observer, stop } = aQuery(known, [1, 'Campaigns', 'list', {}])
  waiting[0]?.resolve({ sent: 10, name: 'May' })
  await settled()
  const again = observer.refetch()
  moveAnswers<Answer>(known, [1, 'Campaigns'], (answer) => ({ ...answer, sent: 20 }))
  moveAnswers<Answer>(known, [1, 'Imports'], (answer) => ({ ...answer, sent: 99 }))
  expect(shown()).toEqual({ sent: 20, name: 'May' })
  waiting[1]?.resolve({ sent: 15, name: 'June' })
  await again
  expect(shown()).toEqual({ sent: 20, name: 'June' })
  // What is asked for after the change is taken as it is.
  const next = observer.refetch()
  waiting[2]?.resolve({ sent: 18, name: 'June' })
  await next
  expect(shown()).toEqual({ sent: 18, name: 'June' })
  stop()
})

test('a first answer that was under way when a change of ours ended is asked for again', async () => {
  const known = new QueryClient()
  const { waiting, shown, stop } = aQuery(known, [1, 'Lists', 'list', {}])
  const changed = fetchAgain(known, [[1, 'Lists']])
  await settled()
  expect(waiting).toHaveLength(2)
  waiting[1]?.resolve({ sent: 2, name: 'new' })
  await changed
  waiting[0]?.resolve({ sent: 1, name: 'old' })
  await settled()
  expect(shown()).toEqual({ sent: 2, name: 'new' })
  stop()
})
