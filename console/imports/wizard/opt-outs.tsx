import { Radio, Stack } from '@mantine/core'
import type { Inspection } from '../../../src/contract/imports/inspection.ts'
import { Panel } from '../../design/page.tsx'
import { columnWords } from '../../words/imports.ts'
import { optOutChoice, optOutChoices, optOutKey, optOutsOf, type Draft, type OptOutColumn } from './draft.ts'
import { comma } from '../../design/figures.ts'
import { reasonOf } from './reasons.ts'

const words = columnWords.optOut

type Props = { inspection: Inspection; draft: Draft; change: (change: Partial<Draft>) => void }

export function optOutId(column: number): string {
  return `opt-out-${column}`
}

/** Asks in plain words what to do with people who have opted out elsewhere. The user must answer to continue. */
export function OptOuts({ inspection, draft, change }: Props) {
  return optOutsOf(inspection).map((column) => (
    <Panel key={column.number}>
      <Radio.Group
        label={words.title(column.header)}
        description={reasonOf(column.opt_out.reason)}
        value={optOutChoice(column, draft)}
        onChange={(value) => {
          const choice = optOutChoices.find((one) => one === value)
          if (choice !== undefined) change({ optOuts: { ...draft.optOuts, [optOutKey(column)]: choice } })
        }}
      >
        <Stack gap="xs" mt="sm">
          <Radio
            id={optOutId(column.number)}
            value="apply"
            label={words.apply(cellsOf(column, inspection.rows), column.header)}
          />
          <Radio value="leave_out" label={words.leaveOut(cellsOf(column, inspection.rows), column.header)} />
          <Radio value="ignore" label={words.ignore} />
        </Stack>
      </Radio.Group>
    </Panel>
  ))
}

/** Example cells of people to whom the rules apply; without an example, the words of the rules. */
function cellsOf(
  { number, examples, opt_out: { rules } }: OptOutColumn,
  rows: readonly (readonly string[])[],
): string {
  const plain = (cell: string) => cell.trim().toLowerCase()
  const cells = new Set([...rows.map((row) => row[number - 1] ?? ''), ...examples].map((cell) => cell.trim()))
  const applied = [...cells].filter((cell) =>
    rules.some(({ when, unless }) => {
      const said = (when ?? unless ?? []).map(plain).includes(plain(cell))
      return when === null || when === undefined ? !said : said
    }),
  )
  if (applied.length > 0) return words.when(applied.slice(0, 6).map(orNothing).join(words.or))
  return rules.map(wordsOf).join(comma)
}

function wordsOf({ when, unless }: OptOutColumn['opt_out']['rules'][number]): string {
  const cells = (when ?? unless ?? []).slice(0, 6).map(orNothing).join(words.or)
  return when === null || when === undefined ? words.unless(cells) : words.when(cells)
}

const orNothing = (cell: string) => (cell === '' ? words.blank : cell)
