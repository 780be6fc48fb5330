import { Badge, Button, Group, Text } from '@mantine/core'
import {
  deleteOtherSessions,
  deleteSession,
  listSessions,
  type SessionRecord,
} from '../../../src/contract/users/sessions.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useZone } from '../../app/places.ts'
import { instantWithoutZone } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { meWords } from '../../words/session/me.ts'
import { deviceOf, placeOf } from './devices.ts'

const words = meWords.sessions

export function Sessions() {
  const sessions = useCall(listSessions, {})
  const endOthers = useChange(deleteOtherSessions)
  const others = (sessions.data?.data.length ?? 1) - 1
  return (
    <Panel
      title={words.title}
      flush
      actions={
        others > 0 && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {words.endOthers(others)}
          </Button>
        )
      }
    >
      <Answered of={sessions}>{({ data }) => <Table sessions={data} />}</Answered>
    </Panel>
  )
}

function Table({ sessions }: { sessions: readonly SessionRecord[] }) {
  const zone = useZone()
  const end = useChange(deleteSession)
  const here = sessions.find(({ current }) => current)?.ip ?? ''
  const columns: Column<SessionRecord>[] = [
    {
      key: 'browser',
      word: words.browser,
      show: ({ user_agent: agent, current }) => (
        <Group gap="xs">
          <span title={agent}>{deviceOf(agent)}</span>
          {current && (
            <Badge variant="light" color="petrol" c="var(--mantine-color-anchor)" tt="none">
              {words.current}
            </Badge>
          )}
        </Group>
      ),
    },
    { key: 'by', word: words.by, show: ({ method }) => (method === null ? '' : words.methods[method]) },
    {
      key: 'from',
      word: words.from,
      show: ({ ip }) => (
        <>
          {ip}
          <Text size="xs" c="dimmed">
            {placeOf(ip, here)}
          </Text>
        </>
      ),
    },
    { key: 'began', word: words.began, show: ({ created_at: at }) => instantWithoutZone(at, zone) },
    { key: 'used', word: words.used, show: ({ last_used_at: used }) => instantWithoutZone(used, zone) },
    {
      key: 'end',
      word: words.action,
      isActions: true,
      show: ({ id, current, user_agent: agent }) =>
        !current && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={words.endOne(deviceOf(agent))}
            onClick={() => end.mutate({ params: { id } })}
          >
            {words.end}
          </Button>
        ),
    },
  ]
  return (
    <>
      <Rows caption={words.title} columns={columns} rows={sessions} keyOf={({ id }) => id} />
      <Text size="xs" c="dimmed" px="md" py="xs">
        {words.zone(zone)}
      </Text>
    </>
  )
}
