import { expect, test } from 'vitest'
import { endWithDatabase } from './stopping.ts'

/** A clock that goes on by 10 ms with each look at the database. */
function aDatabase({ answers }: { answers: boolean }) {
  const seen = { ms: 0, looks: 0 }
  const look = () => {
    seen.looks += 1
    seen.ms += 10
    return answers ? Promise.resolve() : Promise.reject(new Error('connect ECONNREFUSED'))
  }
  return { seen, look, watch: { patienceMs: 100, everyMs: 1, now: () => seen.ms } }
}

const forever = new Promise<void>(() => {})

test('a stop waits as long as it takes while the database answers', async () => {
  const { seen, look, watch } = aDatabase({ answers: true })
  let isOver = false
  const end = () =>
    new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (seen.ms < 1_000) return
        clearInterval(timer)
        isOver = true
        resolve()
      }, 1)
    })
  await endWithDatabase(end, look, watch)
  expect(isOver).toBe(true)
})

test('a stop ends with a sentence when the database refuses connections', async () => {
  const { seen, look, watch } = aDatabase({ answers: false })
  await expect(endWithDatabase(() => forever, look, watch)).rejects.toThrow(
    'The database has not answered for 0.1 seconds: exiting without it.',
  )
  expect(seen.looks).toBe(11)
})

test('a database that has no place for one more connection, or no time, is not away', async () => {
  for (const code of ['53300', '57014']) {
    let ms = 0
    const look = () => {
      ms += 10
      return Promise.reject(Object.assign(new Error('sorry, too many clients already'), { code }))
    }
    const end = async () => {
      while (ms < 1_000) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await endWithDatabase(end, look, { patienceMs: 100, everyMs: 1, now: () => ms })
    expect(ms).toBeGreaterThanOrEqual(1_000)
  }
})

test('a stop ends with a sentence when the database is silent', async () => {
  let ms = 0
  const watch = { patienceMs: 100, everyMs: 1, now: () => (ms += 10) }
  await expect(
    endWithDatabase(
      () => forever,
      () => forever,
      watch,
    ),
  ).rejects.toThrow('has not answered')
})

test('a fault of the end itself is not hidden', async () => {
  const { look, watch } = aDatabase({ answers: true })
  await expect(endWithDatabase(() => Promise.reject(new Error('broken')), look, watch)).rejects.toThrow(
    'broken',
  )
})
