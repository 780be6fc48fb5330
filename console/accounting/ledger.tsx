import { Group } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'
import type { creditLedgerSchema } from '../../src/contract/accounting/credit-ledger.ts'
import type { Answer } from '../app/api.ts'
import { usePageParam, useZone } from '../app/places.ts'
import { count, instantWithoutZone } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { Tiles } from '../campaigns/tiles.tsx'
import { reportWords } from '../words/report/reports.ts'
import { Days } from './days.tsx'

const words = reportWords.credits

type Ledger = z.output<typeof creditLedgerSchema>
type Entry = Ledger['entries'][number]

/** What was added, removed and spent, with the balance after each line. */
export function LedgerList({ ledger }: { ledger: UseQueryResult<Answer<Ledger>> }) {
  const [, turn] = usePageParam()
  const zone = useZone()
  return (
    <Answered of={ledger}>
      {({ data: { sending_credits: credits, entries }, paging }) => (
        <>
          <Tiles
            label={words.balance}
            tiles={[
              { key: 'available', word: words.available, value: credits.current_credits_available },
              { key: 'lifetime', word: words.lifetime, value: credits.lifetime_messages_sent },
            ]}
          />
          <Group align="flex-end">
            <Days />
          </Group>
          <Panel flush>
            {entries.length === 0 ? (
              <Empty {...words.empty} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  columns={columnsIn(zone)}
                  rows={entries}
                  keyOf={({ id }) => id}
                  isOld={ledger.isPlaceholderData}
                />
                <Pages paging={paging} turn={turn} />
              </>
            )}
          </Panel>
        </>
      )}
    </Answered>
  )
}

function columnsIn(zone: string): Column<Entry>[] {
  return [
    { key: 'what', word: words.what, show: whatOf },
    { key: 'at', word: words.at(zone), show: ({ created_at: at }) => instantWithoutZone(at, zone) },
    { key: 'who', word: words.who, show: ({ actor }) => words.actor(words.actors[actor.type], actor.id) },
    { key: 'change', word: words.change, isNumber: true, show: ({ amount }) => signed(amount) },
    { key: 'after', word: words.after, isNumber: true, show: (entry) => count(entry.balance_after) },
  ]
}

function whatOf({ kind, campaign, autoresponder }: Entry): string {
  const sender = campaign ?? autoresponder
  return sender === null ? words.kinds[kind] : words.spentBy(sender.name)
}

function signed(amount: number): string {
  return amount > 0 ? `+${count(amount)}` : count(amount)
}
