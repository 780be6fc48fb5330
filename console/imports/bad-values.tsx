import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { ImportRecord } from '../../src/contract/imports/endpoints.ts'
import { mounts } from '../../src/contract/api/endpoint.ts'
import { serverUrl } from '../app/root.ts'
import { Panel } from '../design/page.tsx'
import { draftName, keepRule } from './wizard/draft.ts'
import { sourceOf } from './wizard/source.ts'
import { badValueWords as words } from '../words/failed-rows.ts'
import { columnWords } from '../words/imports.ts'

/**
 * The cells that did not fit, column by column, and what became of their rows.
 * @param rules the address of the step that can change it; null: nothing can.
 */
export function BadValues({ of, rules = null }: { of: ImportRecord; rules?: string | null }) {
  const found = of.bad_values ?? []
  if (found.length === 0) return null
  const rows = of.rows_with_bad_values ?? 0
  const isEmptied = of.on_bad_value === 'leave_empty'
  const outcome = isEmptied ? words.emptied : of.dry_run === true ? words.wouldFail : words.failed
  return (
    <Panel title={words.title}>
      <Stack gap="xs">
        {found.map(({ column, field, count, examples }) => (
          <Text key={column}>{words.ofColumn(columnWords.names[field] ?? field, count, examples)}</Text>
        ))}
        {rows > 0 && <Text fw={600}>{outcome(rows)}</Text>}
        {rules !== null && !isEmptied && rows > 0 && <Choice of={of} rules={rules} rows={rows} />}
        {isEmptied && of.dry_run !== true && rows > 0 && (
          <Anchor href={`${serverUrl}${mounts[0]}/subscriber_imports/${of.id}/logs/left_empty`} download>
            {words.download}
          </Anchor>
        )}
      </Stack>
    </Panel>
  )
}

/** Before the import: with the other answer the rules are shown again, and preview again. */
function Choice({ of, rules, rows }: { of: ImportRecord; rules: string; rows: number }) {
  const source = sourceOf(of)
  if (source === null) return null
  return (
    <Group gap="md">
      <Button
        component={Link}
        href={rules}
        onClick={() => keepRule(draftName(of.mailing_list_id, source), { badValues: 'leave_empty' })}
      >
        {words.leaveEmpty(rows)}
      </Button>
      <Text c="dimmed">{words.orFail}</Text>
    </Group>
  )
}
