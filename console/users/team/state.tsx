import { IconCircleCheck, IconCircleOff, IconMailForward } from '@tabler/icons-react'
import type { z } from 'zod'
import type { userSchema } from '../../../src/contract/users/endpoints.ts'
import { State } from '../../design/facts.tsx'
import { teamWords } from '../../words/team.ts'

export type User = z.output<typeof userSchema>

const words = teamWords.states

export function UserState({
  of: { active, password_set: isSet, single_sign_on: hasProvider },
}: {
  of: User
}) {
  if (!active) return <State icon={IconCircleOff} tone="calm" word={words.off} />
  return isSet || hasProvider ? (
    <State icon={IconCircleCheck} tone="success" word={words.active} />
  ) : (
    <State icon={IconMailForward} tone="info" word={words.invited} />
  )
}
