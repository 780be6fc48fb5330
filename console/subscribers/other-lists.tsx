import { Anchor, Group, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { listSubscribersByEmail } from '../../src/contract/subscribers/endpoints.ts'
import { useCall } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { Panel } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { personWords as words } from '../words/audience/subscribers.ts'
import { Status } from './status.tsx'

/** All lists that the address is on. */
export function OtherLists({ email }: { email: string }) {
  const at = useInOrganization()
  const found = useCall(listSubscribersByEmail, { params: { email } })
  return (
    <Panel title={words.lists}>
      <Answered of={found}>
        {({ data }) => (
          <Stack gap="xs">
            {data.map(({ id, status, mailing_list: list }) => (
              <Group key={id} justify="space-between" wrap="nowrap">
                <Anchor
                  component={Link}
                  href={at(`/lists/${list.id}/people/${id}`)}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {list.name}
                </Anchor>
                <Status of={status} />
              </Group>
            ))}
          </Stack>
        )}
      </Answered>
    </Panel>
  )
}
