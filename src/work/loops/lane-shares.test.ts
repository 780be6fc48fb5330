import { expect, test, vi } from 'vitest'
import { sharedLoop, shareLanes, shareOf } from './lane-shares.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

type Piece = { organizationId: number }

const someSelect = {} as Fragment

/** Work of organizations, in order, that does not end by itself. */
function anOffice(waiting: number[], take = (piece: Piece): Promise<Piece | null> => Promise.resolve(piece)) {
  const ends: (() => void)[] = []
  const loop = sharedLoop<Piece>({
    nextTurn: async (full) => {
      // As the database does, another call may be answered in between.
      await Promise.resolve()
      const place = waiting.findIndex((id) => !full.includes(id))
      const [organizationId] = place === -1 ? [] : waiting.splice(place, 1)
      return organizationId === undefined ? null : { organizationId, take: () => take({ organizationId }) }
    },
    run: () => new Promise((resolve) => ends.push(resolve)),
    due: (_sql, _outlook, full = []) => (waiting.some((id) => !full.includes(id)) ? [someSelect] : []),
  })
  const shared = shareLanes(loop, 2)
  const mayBeDue = () => shared.due({} as Sql, { alive: [], held: false }).length > 0
  return { shared, ends, mayBeDue }
}

const never = new AbortController().signal

test('lanes that ask at once give an organization its share and the others the rest', async () => {
  const { shared, mayBeDue } = anOffice([2, 2, 2, 2, 3])
  const pieces = await Promise.all([1, 2, 3, 4].map(() => shared.take()))
  expect(pieces.map((piece) => piece?.organizationId)).toEqual([2, 2, 3, undefined])
  expect(mayBeDue(), 'nothing for a lane to do').toBe(false)
})

test('an organization has its next lane when one of its lanes is free', async () => {
  const { shared, ends, mayBeDue } = anOffice([2, 2, 2])
  const [one, two] = [await shared.take(), await shared.take()]
  const running = [one, two].map((piece) => shared.run(piece ?? expect.fail(), never))
  expect(await shared.take()).toBeNull()
  ends[0]?.()
  await running[0]
  expect(mayBeDue()).toBe(true)
  expect(await shared.take()).toEqual({ organizationId: 2 })
  expect(await shared.take()).toBeNull()
})

test('a turn without work, and one that fails, give their lanes back', async () => {
  const answers = [Promise.resolve(null), Promise.reject(new Error('away'))]
  const { shared } = anOffice([2, 2, 2, 2], (piece) => answers.shift() ?? Promise.resolve(piece))
  expect(await shared.take()).toBeNull()
  await expect(shared.take()).rejects.toThrow('away')
  expect([await shared.take(), await shared.take()]).toEqual([{ organizationId: 2 }, { organizationId: 2 }])
})

test('a share is half of the lanes, and at least one', () => {
  expect([1, 2, 3, 4, 5, 8].map(shareOf)).toEqual([1, 1, 1, 2, 2, 4])
})

test('a look that finds nothing answers for all lanes that had asked before it, and for none that asks later', async () => {
  const waiting: number[] = []
  const looks: (() => void)[] = []
  const loop = sharedLoop<Piece>({
    nextTurn: async () => {
      const seen = waiting.shift()
      await new Promise<void>((resolve) => looks.push(resolve))
      return seen === undefined
        ? null
        : { organizationId: seen, take: () => Promise.resolve({ organizationId: seen }) }
    },
    run: () => Promise.resolve(),
    due: () => [],
  })
  const shared = shareLanes(loop, 8)
  const lookIs = (count: number) => vi.waitFor(() => expect(looks).toHaveLength(count))
  const first = [1, 2, 3, 4].map(() => shared.take())
  await lookIs(1)
  // What becomes due while a look is under way belongs to whoever asks from now on.
  waiting.push(2)
  const later = shared.take()
  looks[0]?.()
  expect(await Promise.all(first)).toEqual([null, null, null, null])
  await lookIs(2)
  looks[1]?.()
  expect(await later).toEqual({ organizationId: 2 })
  expect(looks).toHaveLength(2)
})
