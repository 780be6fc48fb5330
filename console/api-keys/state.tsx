import { IconCircleCheck, IconCircleOff, IconClockOff } from '@tabler/icons-react'
import type { ApiKey } from '../../src/contract/api-keys.ts'
import { State } from '../design/facts.tsx'
import { apiKeyWords } from '../words/api-keys.ts'
import { isPast } from './times.ts'

const words = apiKeyWords.states

export function KeyState({ of: { active, expires_at: expiresAt } }: { of: ApiKey }) {
  if (!active) return <State icon={IconCircleOff} tone="calm" word={words.off} />
  const isOver = expiresAt !== null && isPast(expiresAt)
  return isOver ? (
    <State icon={IconClockOff} tone="warning" word={words.expired} />
  ) : (
    <State icon={IconCircleCheck} tone="success" word={words.active} />
  )
}
