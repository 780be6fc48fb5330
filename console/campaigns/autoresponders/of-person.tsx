import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { listPlacesOfSubscriber } from '../../../src/contract/autoresponders/sequence-places.ts'
import { useCall } from '../../app/api.ts'
import { useInOrganization, useZone } from '../../app/places.ts'
import { instant } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { sequenceWords } from '../../words/sequences.ts'

const words = sequenceWords.ofPerson

/** The sequences that a person is in, and what comes next. */
export function PlacesOfPerson({ listId, id }: { listId: number; id: number }) {
  const at = useInOrganization()
  const zone = useZone()
  const found = useCall(listPlacesOfSubscriber, { params: { mailing_list_id: listId, id } })
  return (
    <Panel title={words.title}>
      <Answered of={found}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">{words.none}</Text>
          ) : (
            <Stack gap="xs">
              {data.map((place) => (
                <div key={place.autoresponder_id}>
                  <Anchor
                    component={Link}
                    href={at(`/lists/${listId}/autoresponders/${place.autoresponder_id}`)}
                    style={{ overflowWrap: 'anywhere' }}
                  >
                    {place.autoresponder_name}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {place.paused
                      ? words.next(place.step_name, words.paused)
                      : words.next(place.step_name, instant(place.due_at, zone))}
                  </Text>
                </div>
              ))}
            </Stack>
          )
        }
      </Answered>
    </Panel>
  )
}
