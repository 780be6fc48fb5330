import { Anchor, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { ImportElement } from '../../src/contract/imports/endpoints.ts'
import { importWords as words } from '../words/imports.ts'

export const stepNames = ['file', 'columns', 'rules', 'preview', 'run'] as const
export type StepName = (typeof stepNames)[number]

type StepsProps = { now: StepName; to: (step: StepName) => string | null }

/** Where one is, and the way back to what was decided before. */
export function Steps({ now, to }: StepsProps) {
  return (
    <Group component="ol" gap="lg" p={0} m={0} aria-label={words.steps.label} style={{ listStyle: 'none' }}>
      {stepNames.map((name, index) => {
        const isPast = index < stepNames.indexOf(now)
        const target = isPast ? to(name) : null
        const label = `${index + 1} ${words.steps.names[name]}`
        return (
          <li key={name} aria-current={name === now ? 'step' : undefined}>
            {target === null ? (
              <Text fw={name === now ? 600 : 400} c={name === now ? undefined : 'dimmed'}>
                {label}
              </Text>
            ) : (
              <Anchor component={Link} href={target}>
                {label}
              </Anchor>
            )}
          </li>
        )
      })}
    </Group>
  )
}

export function fileName({
  file_source: { type, filename, url },
}: Pick<ImportElement, 'file_source'>): string {
  if (type === 'url') return url?.replace(/^https?:\/\//, '') ?? ''
  return type === 'json' ? words.pasted : (filename ?? '')
}
