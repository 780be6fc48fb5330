import { expect, test } from 'vitest'
import { inLine } from '../../../console/app/in-line.ts'

test('saves of one draft never overlap, not even after one that failed; those of another draft do not wait', async () => {
  const seen: string[] = []
  let end = () => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  const save =
    (name: string, until: Promise<unknown> = Promise.resolve()) =>
    async () => {
      seen.push(`${name} begins`)
      await until
      seen.push(`${name} ends`)
    }
  const failed = inLine('1 campaign 2', async () => {
    await save('what', held)()
    throw new Error('the server does not answer')
  })
  const next = inLine('1 campaign 2', save('whom'))
  await inLine('1 campaign 3', save('other'))
  end()
  await expect(failed).rejects.toThrow('the server does not answer')
  await next
  expect(seen).toEqual(['what begins', 'other begins', 'other ends', 'what ends', 'whom begins', 'whom ends'])
})
