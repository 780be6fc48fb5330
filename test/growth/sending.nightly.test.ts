import { test } from 'vitest'
import { isSharded } from '../harness/postgres/waiting.ts'
import { aRule, onlyAt } from '../sending/rules/world.ts'
import { sendsAlike, type Course } from './world.ts'

const courses: [string, Course][] = [
  ['that is taken at once', {}],
  [
    'with a rule that limits messages',
    {
      rule: ({ sql, organizationId }) => aRule(sql, organizationId, { messages_max: 100, messages_days: 7 }),
    },
  ],
  [
    'that waits for its hour',
    {
      rule: ({ sql, organizationId }) => aRule(sql, organizationId, onlyAt(new Date().getUTCHours() + 12)),
      end: {
        waits: 'the time at which its recipients are due',
        come: async ({ sql }) => {
          await sql`update special_sending_rules set send_from = null, send_until = null`
          await sql`update waiting_recipients set due_at = now()`
        },
      },
    },
  ],
  [
    'that bounces for one in 25',
    {
      answer: (address) => (/[05]0@|[27]5@/.test(address) ? { code: 550, text: '5.1.1 nobody here' } : null),
    },
  ],
]

test.skipIf(isSharded).each(courses)(
  'a message %s reads no more rows in a large campaign than in a small one, whatever statistics know',
  (_, course) => sendsAlike(course, 300),
)
