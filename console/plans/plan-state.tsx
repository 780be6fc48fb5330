import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClipboardList,
  IconHourglass,
  IconThumbUp,
  type Icon,
} from '@tabler/icons-react'
import type { PlanState as Stage } from '../../src/contract/plans/states.ts'
import { State, type Tone } from '../design/facts.tsx'
import { approvalWords } from '../words/audit/approvals.ts'

const looks: Record<Stage, { icon: Icon; tone: Tone }> = {
  planned: { icon: IconClipboardList, tone: 'info' },
  waiting: { icon: IconHourglass, tone: 'warning' },
  approved: { icon: IconThumbUp, tone: 'success' },
  refused: { icon: IconBan, tone: 'danger' },
  applied: { icon: IconCircleCheck, tone: 'success' },
  void: { icon: IconCircleX, tone: 'calm' },
}

export function PlanState({ of }: { of: Stage }) {
  return <State {...looks[of]} word={approvalWords.states[of]} />
}
