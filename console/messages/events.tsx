import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useInOrganization, useZone } from '../app/places.ts'
import { instantWithoutZone } from '../design/figures.ts'
import { messageWords } from '../words/messages.ts'
import type { MessageWithEvents } from './queries.ts'

const words = messageWords.one

/** In the order in which they happened. */
export function Events({ of: { events } }: { of: MessageWithEvents }) {
  const zone = useZone()
  const at = useInOrganization()
  if (events.length === 0) return <Text c="dimmed">{words.noEvents}</Text>
  return (
    <Stack gap="xs">
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {events.map(({ kind, at: time, details }, place) => (
          <Group key={`${place} ${kind}`} component="li" gap="sm" align="baseline" wrap="nowrap">
            <Text
              component="time"
              dateTime={time}
              size="sm"
              c="dimmed"
              className="figures"
              style={{ flex: '0 0 9.5rem' }}
            >
              {instantWithoutZone(time, zone)}
            </Text>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {words.eventOf(kind, details)}{' '}
              {typeof details['message_id'] === 'number' && (
                <Anchor component={Link} href={at(`/messages/${details['message_id']}`)} inherit>
                  {words.copy}
                </Anchor>
              )}
            </Text>
          </Group>
        ))}
      </Stack>
      <Text size="xs" c="dimmed">
        {words.zone(zone)}
      </Text>
    </Stack>
  )
}
