import { Box, Group, Text, UnstyledButton } from '@mantine/core'
import type { ImportRecord } from '../../src/contract/imports/endpoints.ts'
import { classifications, type RowLogName } from '../../src/contract/imports/states.ts'
import { count } from '../design/figures.ts'
import { importWords as words, runWords } from '../words/imports.ts'

type Props = { of: ImportRecord; chosen: RowLogName | null; choose: (name: RowLogName | null) => void }

export type ClassCount = { name: RowLogName; value: number }

export function countsOf({ stats }: ImportRecord): ClassCount[] {
  const rows = classifications.map((name): ClassCount => ({ name, value: stats.subscribers[name] }))
  const pruned: ClassCount = { name: 'pruned', value: stats.prune?.pruned ?? 0 }
  return [...rows, pruned].filter(({ value }) => value > 0)
}

/** What happens to the rows, as lengths; each number opens its rows. */
export function Classes({ of, chosen, choose }: Props) {
  const counts = countsOf(of)
  return (
    <Box role="group" aria-label={runWords.classesOf}>
      <Box aria-hidden style={{ display: 'flex', gap: 2, height: 16, borderRadius: 6, overflow: 'hidden' }}>
        {counts
          .filter(({ name }) => name !== 'pruned')
          .map(({ name, value }) => (
            <Box
              key={name}
              style={{
                flex: `${value} 0 6px`,
                background: colourOf(name),
                opacity: chosen === null || chosen === name ? 1 : 0.35,
              }}
            />
          ))}
      </Box>
      <Group gap="xs" mt="sm">
        {counts.map(({ name, value }) => (
          <UnstyledButton
            key={name}
            aria-pressed={chosen === name}
            onClick={() => choose(chosen === name ? null : name)}
            px="sm"
            py={6}
            style={{
              border: `1px solid ${chosen === name ? 'var(--mantine-primary-color-filled)' : 'var(--quiver-hairline)'}`,
              background: chosen === name ? 'var(--quiver-soft)' : 'var(--mantine-color-body)',
              borderRadius: 6,
            }}
          >
            <Group gap={8} wrap="nowrap">
              <Box
                aria-hidden
                w={10}
                h={10}
                style={{ borderRadius: 2, flex: 'none', background: colourOf(name) }}
              />
              <Text span fw={600} className="figures">
                {count(value)}
              </Text>
              <Text span>{wordOf(of, name)}</Text>
            </Group>
          </UnstyledButton>
        ))}
      </Group>
    </Box>
  )
}

/** What happens to the rows of a class, or has happened; those that a rule leaves out are among them. */
export function wordOf({ dry_run: isDryRun, file_format: format }: ImportRecord, name: RowLogName): string {
  const leavesOut = (format.status_columns ?? []).some(
    ({ status, leave_out: leaveOut }) => leaveOut === true && name === `skipped_${status}`,
  )
  const { would, has, leftOut } = words.classes[name]
  if (leavesOut && leftOut !== undefined) return leftOut
  return isDryRun === true ? would : has
}

function colourOf(name: RowLogName): string {
  const { tone } = words.classes[name]
  return tone === 'quiet' ? 'var(--mantine-color-default-border)' : `var(--quiver-${tone})`
}
