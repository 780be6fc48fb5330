import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import { Link } from 'wouter'
import { listLinkStats } from '../../../src/contract/campaigns/reports.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization } from '../../app/places.ts'
import { dayName, dayInFull, weekday } from '../../design/figures.ts'
import { calendarWords as words } from '../../words/report/calendar.ts'
import { pathOf, stageOf, type Campaign } from '../data.ts'
import { State } from '../state.tsx'
import './calendar.css'

/** A campaign and when it began or begins, on the wall clock of the viewer: `2026-05-03T09:00`. */
export type Entry = { campaign: Campaign; at: string }

/** What autoresponders sent on a day. */
export type Sent = { id: number; name: string; messages: number }

type GridProps = {
  weeks: readonly (readonly string[])[]
  entries: readonly Entry[]
  sent: ReadonlyMap<string, readonly Sent[]>
  today: string
  /** null: the viewer moves none. */
  move: ((entry: Entry, day: string) => void) | null
}

/** The days as a table: a week a row. On a phone the days that have something stand below each other. */
export function Grid({ weeks, entries, sent, today, move }: GridProps) {
  const [dragged, drag] = useState<Entry | null>(null)
  const [over, setOver] = useState('')
  const on = (day: string) => entries.filter(({ at }) => at.startsWith(day))
  const dropOn = (day: string) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === null || day < today) return
      event.preventDefault()
      setOver(day)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== null) move?.(dragged, day)
      drag(null)
      setOver('')
    },
  })
  return (
    <table className="calendar">
      <caption className="calendar-caption">{words.title}</caption>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((day) => (
            <th key={day} scope="col">
              {weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                className={on(day).length === 0 && !sent.has(day) ? 'calendar-free' : undefined}
                data-over={over === day && dragged !== null ? true : undefined}
                aria-current={day === today ? 'date' : undefined}
                {...(move === null ? {} : dropOn(day))}
              >
                <Text size="sm" c="dimmed" component="time" dateTime={day} title={dayInFull(day)}>
                  {dayName(day)}
                </Text>
                {on(day).map((entry) => (
                  <One key={entry.campaign.id} entry={entry} move={move} drag={drag} />
                ))}
                <ByAutoresponders sent={sent.get(day) ?? []} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A line with the number, which opens to their names. */
function ByAutoresponders({ sent }: { sent: readonly Sent[] }) {
  if (sent.length === 0) return null
  return (
    <details className="calendar-sent">
      <summary>{words.byAutoresponders(sent.reduce((sum, { messages }) => sum + messages, 0))}</summary>
      <ul>
        {sent.map(({ id, name, messages }) => (
          <li key={id}>{words.sentBy(name, messages)}</li>
        ))}
      </ul>
    </details>
  )
}

type OneProps = { entry: Entry; move: GridProps['move']; drag: (entry: Entry | null) => void }

function One({ entry, move, drag }: OneProps) {
  const at = useInOrganization()
  const may = useMay()
  const { campaign } = entry
  const stage = stageOf(campaign)
  const isMovable = move !== null && stage === 'scheduled'
  return (
    <div
      className="calendar-entry"
      draggable={isMovable}
      onDragStart={() => drag(entry)}
      onDragEnd={() => drag(null)}
    >
      <Group gap={4} justify="space-between" wrap="nowrap">
        <Text size="xs" className="figures">
          {entry.at.slice(11)}
        </Text>
        {isMovable && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={words.move(campaign.name)}
            onClick={() => move(entry, entry.at.slice(0, 10))}
          >
            <IconClock size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <Anchor
        component={Link}
        href={at(pathOf(campaign, may(listLinkStats)))}
        size="sm"
        draggable={false}
        style={{ overflowWrap: 'anywhere' }}
      >
        {campaign.name}
      </Anchor>
      <div>
        <State stage={stage} />
      </div>
    </div>
  )
}
