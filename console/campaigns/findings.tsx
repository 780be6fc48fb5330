import { Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Finding } from '../../src/contract/campaigns/check.ts'
import { say } from '../design/figures.ts'
import { composeWords } from '../words/compose.ts'
import { findingWords } from '../words/report/findings.ts'

const words = composeWords.check
const icons = { stop: IconCircleX, warn: IconAlertTriangle, ok: IconCircleCheck }
const colors = { stop: 'danger', warn: 'warning', ok: 'success' }

type FindingsProps = {
  findings: readonly Finding[]
  isFetching: boolean
  /** What to do about one, after its sentence. */
  mend: (finding: Finding) => ReactNode
}

/** What a check has found: first what is about the whole, then each version or message under its name. */
export function Findings({ findings, isFetching, mend }: FindingsProps) {
  const names = [...new Set(findings.map(({ content_name: name }) => name ?? ''))]
  return (
    <Stack gap="md" aria-busy={isFetching}>
      {names
        .toSorted((one, other) => Number(one !== '') - Number(other !== ''))
        .map((name) => (
          <section key={name} aria-label={name === '' ? undefined : name}>
            {name !== '' && (
              <Title order={3} size="h5" mb="xs">
                {name}
              </Title>
            )}
            <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
              {findings
                .filter(({ content_name: of }) => (of ?? '') === name)
                .map((finding) => (
                  <Line key={`${finding.code}${finding.content_id}${finding.sentence}`} finding={finding}>
                    {mend(finding)}
                  </Line>
                ))}
            </Stack>
          </section>
        ))}
    </Stack>
  )
}

function Line({
  finding: { kind, sentence, form, parameters },
  children,
}: {
  finding: Finding
  children: ReactNode
}) {
  const Icon = icons[kind]
  const template = form === null ? undefined : findingWords.forms[form]
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Icon
        size={20}
        stroke={1.75}
        color={`var(--quiver-${colors[kind]})`}
        aria-label={words.kinds[kind]}
        style={{ flexShrink: 0 }}
      />
      <Text style={{ overflowWrap: 'anywhere' }}>
        <bdi>{template === undefined ? sentence : say(template, parameters)}</bdi> {children}
      </Text>
    </Group>
  )
}

type Mail = { content_id: number | null; name: string; subject: string; preview_text: string }

/** As it will stand in an inbox: sender, subject and preview text of each version. */
export function Inbox({ sender, messages }: { sender: string; messages: readonly Mail[] }) {
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={words.inbox}>
      {messages.map(({ content_id: id, name, subject, preview_text: preview }) => (
        <li key={id}>
          <Stack
            gap={2}
            p="sm"
            style={{ border: '1px solid var(--quiver-hairline)', borderRadius: 6, overflowWrap: 'anywhere' }}
          >
            <Text size="sm" c="dimmed" dir="auto">
              {messages.length > 1 ? `${name} · ${sender}` : sender}
            </Text>
            <Text fw={600} dir="auto">
              {subject.trim() === '' ? words.noSubject : subject}
            </Text>
            {preview !== '' && (
              <Text c="dimmed" dir="auto">
                {preview}
              </Text>
            )}
          </Stack>
        </li>
      ))}
    </Stack>
  )
}
