import { expect, test } from 'vitest'
import { warnOnce } from './warn-once.ts'

test('a look that keeps failing warns once, again after it has worked, and never of a database that is away', () => {
  const lines: string[] = []
  const keep = (level: string) => (_fields: object, text: string) => void lines.push(`${level} ${text}`)
  const log = { warn: keep('warn'), debug: keep('debug') } as unknown as Parameters<typeof warnOnce>[0]
  const faults = warnOnce(log, 'not kept')
  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' })
  faults.note(away)
  faults.note(new Error('full'))
  faults.note(new Error('full'))
  faults.recovered()
  faults.note(new Error('full'))
  expect(lines).toEqual(['debug not kept', 'warn not kept', 'debug not kept', 'warn not kept'])
})
