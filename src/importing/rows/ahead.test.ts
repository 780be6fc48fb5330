import { expect, test } from 'vitest'
import { readAhead } from './ahead.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Reads 1 to `count`, each when it is told to. */
function someReads(count: number) {
  const begun: number[] = []
  const ends: ((error?: Error) => void)[] = []
  const read = () => {
    const number = begun.length + 1
    if (number > count) return Promise.resolve(null)
    begun.push(number)
    return new Promise<number>((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve(number) : reject(error)))
    })
  }
  return { begun, read, finish: (number: number, error?: Error) => ends[number - 1]?.(error) }
}

test('one range is read ahead, one at a time, and each is given out once and in order', async () => {
  const { begun, read, finish } = someReads(3)
  const ahead = readAhead(read)
  const [first, second] = [ahead.next(), ahead.next()]
  await turn()
  expect(begun).toEqual([1])
  finish(1)
  expect(await first).toBe(1)
  await turn()
  expect(begun).toEqual([1, 2])
  finish(2)
  expect(await second).toBe(2)
  await turn()
  expect(begun).toEqual([1, 2, 3])
  finish(3)
  expect(await Promise.all([ahead.next(), ahead.next(), ahead.next()])).toEqual([3, null, null])
})

test('an error reaches who takes the range, and nobody else if nobody takes it', async () => {
  const { begun, read, finish } = someReads(3)
  const ahead = readAhead(read)
  const first = ahead.next()
  finish(1)
  expect(await first).toBe(1)
  await turn()
  finish(2, new Error('the file is damaged'))
  await ahead.end()
  await expect(ahead.next()).rejects.toThrow('the file is damaged')
  await expect(ahead.next()).rejects.toThrow('the file is damaged')
  expect(begun).toEqual([1, 2])
})

test('the end waits until the file is not read any more', async () => {
  const { read, finish } = someReads(2)
  const ahead = readAhead(read)
  const first = ahead.next()
  finish(1)
  await first
  let isOver = false
  const over = ahead.end().then(() => (isOver = true))
  await turn()
  expect(isOver).toBe(false)
  finish(2)
  await over
})
