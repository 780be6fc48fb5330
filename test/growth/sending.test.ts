import { test } from 'vitest'
import { isSharded } from '../harness/postgres/waiting.ts'
import { sendsAlike, type Course } from './world.ts'

const courses: [string, Course][] = [
  ['of a new installation', { isNew: true }],
  [
    'that is taken at the second try',
    {
      answer: (_, isFirst) => (isFirst ? { code: 451, text: '4.2.1 come back' } : null),
      end: {
        waits: 'messages to be tried again',
        come: ({ sql }) =>
          sql`update deliveries set next_attempt_at = next_attempt_at - interval '1 day' where state = 'deferred'`,
      },
    },
  ],
]

// A cluster counts the reads of its shards elsewhere.
test.skipIf(isSharded).each(courses)(
  'a message %s reads no more rows in a large campaign than in a small one, whatever statistics know',
  (_, course) => sendsAlike(course, 90),
)
