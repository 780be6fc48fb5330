import { IconCircleCheck, IconHourglass, IconPlayerPause } from '@tabler/icons-react'
import { State } from '../../design/facts.tsx'
import { reasonOf } from '../../app/reach/reasons.ts'
import { messageWords } from '../../words/messages.ts'
import type { MessageStream } from '../queries.ts'

const words = messageWords.streams

export function StreamState({ of: { paused, waiting_for: reason } }: { of: MessageStream }) {
  if (paused) return <State icon={IconPlayerPause} tone="warning" word={words.paused} />
  if (reason !== '')
    return <State icon={IconHourglass} tone="warning" word={words.stateOf(reasonOf(reason))} />
  return <State icon={IconCircleCheck} tone="success" word={words.sending} />
}
