import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHourglass,
  IconQuestionMark,
  IconSend,
  type Icon,
} from '@tabler/icons-react'
import type { MessageState as Stage } from '../../src/contract/messages/states.ts'
import { State, type Tone } from '../design/facts.tsx'
import { messageWords } from '../words/messages.ts'

const looks: Record<Stage, { icon: Icon; tone: Tone }> = {
  queued: { icon: IconClock, tone: 'info' },
  sending: { icon: IconSend, tone: 'info' },
  deferred: { icon: IconHourglass, tone: 'warning' },
  accepted: { icon: IconCircleCheck, tone: 'success' },
  bounced: { icon: IconAlertTriangle, tone: 'danger' },
  skipped: { icon: IconBan, tone: 'warning' },
  uncertain: { icon: IconQuestionMark, tone: 'warning' },
  cancelled: { icon: IconCircleX, tone: 'calm' },
}

export function MessageState({ of }: { of: Stage }) {
  return <State {...looks[of]} word={messageWords.states[of]} />
}
