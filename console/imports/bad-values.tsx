import { Anchor, Stack, Text } from '@mantine/core'
import type { ImportRecord } from '../../src/contract/imports/endpoints.ts'
import { mounts } from '../../src/contract/api/endpoint.ts'
import { serverUrl } from '../app/root.ts'
import { Panel } from '../design/page.tsx'
import { badValueWords as words, columnWords } from '../words/imports.ts'

/** The cells that did not fit, column by column, and what became of their rows. */
export function BadValues({ of }: { of: ImportRecord }) {
  const found = of.stats.bad_values ?? []
  if (found.length === 0) return null
  const rows = of.stats.rows_with_bad_values ?? 0
  const isEmptied = of.on_bad_value === 'leave_empty'
  const outcome = isEmptied ? words.emptied : of.dry_run === true ? words.wouldFail : words.failed
  return (
    <Panel title={words.title}>
      <Stack gap="xs">
        {found.map(({ column, field, count, examples }) => (
          <Text key={column}>{words.ofColumn(columnWords.names[field] ?? field, count, examples)}</Text>
        ))}
        {rows > 0 && <Text fw={600}>{outcome(rows)}</Text>}
        {isEmptied && of.dry_run !== true && rows > 0 && (
          <Anchor href={`${serverUrl}${mounts[0]}/subscriber_imports/${of.id}/logs/left_empty`} download>
            {words.download}
          </Anchor>
        )}
      </Stack>
    </Panel>
  )
}
