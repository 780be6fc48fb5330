import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { eraseSubscriber } from '../../../src/contract/subscribers/erasure.ts'
import { useChange } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { Panel } from '../../design/page.tsx'
import { personWords } from '../../words/audience/subscribers.ts'
import { EraseSeveral, Refused } from './erase-several.tsx'

const words = personWords.erase

/** For good, so the address is typed first. */
export function Erase({ email }: { email: string }) {
  const [typed, setTyped] = useState('')
  const [despite, setDespite] = useState(false)
  const [isSeveral, setSeveral] = useState(false)
  const [, go] = useLocation()
  const at = useInOrganization()
  const erase = useChange(eraseSubscriber, { done: () => go(at('/people')) })
  const isSame = typed.trim().toLowerCase() === email.toLowerCase()
  return (
    <Panel title={words.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isSame) erase.mutate({ body: { email, despite_unfinished_imports: despite } })
        }}
      >
        <Stack gap="sm" align="flex-start">
          <Text size="sm" c="dimmed">
            {words.text}
          </Text>
          <TextInput
            label={words.type}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            autoComplete="off"
            w="100%"
          />
          {erase.isError && (
            <Refused error={erase.error} label={words.despite} despite={despite} setDespite={setDespite} />
          )}
          <Button
            type="submit"
            variant="outline"
            color="var(--quiver-danger)"
            disabled={!isSame}
            loading={erase.isPending}
            style={{ maxWidth: '100%' }}
          >
            {words.submit(email)}
          </Button>
        </Stack>
      </form>
      {isSeveral ? (
        <EraseSeveral />
      ) : (
        <Button variant="subtle" mt="sm" px={0} onClick={() => setSeveral(true)}>
          {words.several.open}
        </Button>
      )}
    </Panel>
  )
}
