import { Button, Group, List, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { suppressedAddressEndpoints } from '../../../src/contract/resources/suppressed-addresses.ts'
import { useCall } from '../../app/api.ts'
import { useZone } from '../../app/places.ts'
import { instant } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { suppressionWords } from '../../words/audience/suppression.ts'

const words = suppressionWords.find

/** Which lists keep messages from an address, and since when. */
export function FindAddress() {
  const [typed, setTyped] = useState('')
  const [email, ask] = useState('')
  return (
    <Panel title={words.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask(typed.trim())
        }}
      >
        <Group align="flex-start" gap="xs">
          <TextInput
            w="20rem"
            maw="100%"
            type="email"
            label={words.email}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <Button type="submit" variant="default" className="beside-field" disabled={typed.trim() === ''}>
            {words.submit}
          </Button>
        </Group>
      </form>
      {email !== '' && <Found email={email} />}
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
