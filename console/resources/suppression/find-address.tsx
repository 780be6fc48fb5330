import { List, Text } from '@mantine/core'
import { suppressedAddressEndpoints } from '../../../src/contract/resources/suppressed-addresses.ts'
import { useCall } from '../../app/api.ts'
import { useZone } from '../../app/places.ts'
import { instant } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { AskAddress } from '../../subscribers/ask-address.tsx'
import { suppressionWords } from '../../words/audience/suppression.ts'

const words = suppressionWords.find

/** Which lists keep messages from an address, and since when. */
export function FindAddress() {
  return (
    <Panel title={words.title}>
      <AskAddress label={words.email} submit={words.submit}>
        {(email) => <Found email={email} />}
      </AskAddress>
    </Panel>
  )
}

function Found({ email }: { email: string }) {
  const zone = useZone()
  const found = useCall(suppressedAddressEndpoints.own.find, { query: { email } })
  return (
    <Answered of={found}>
      {({ data }) =>
        data.length === 0 ? (
          <Text role="status" mt="sm">
            {words.none(email)}
          </Text>
        ) : (
          <List mt="sm" role="status">
            {data.map(({ suppression_list_name: name, suppressed_address: entry }) => (
              <List.Item key={entry?.id ?? 0}>
                {name === null || entry === null
                  ? words.bySystem
                  : words.by(name, entry.email, instant(entry.created_at, zone))}
              </List.Item>
            ))}
          </List>
        )
      }
    </Answered>
  )
}
