import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useOpenSession } from '../../../app/session.tsx'
import { Failure } from '../../../design/states.tsx'
import { composeWords } from '../../../words/compose.ts'

const words = composeWords.preview

/** A test of what is saved, to some addresses. */
export function TestMail({ send: sendTo }: { send: (recipients: string[]) => Promise<unknown> }) {
  const { user } = useOpenSession()
  const [isOpen, setOpen] = useState(false)
  const [addresses, setAddresses] = useState(user.email)
  const send = useMutation({ mutationFn: sendTo })
  const recipients = addresses.split(/[,;\s]+/).filter((address) => address !== '')
  if (!isOpen) {
    return (
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {words.test}
        </Button>
      </Group>
    )
  }
  return (
    <Stack gap="xs">
      <TextInput
        label={words.testTo}
        value={addresses}
        onChange={({ currentTarget }) => setAddresses(currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          loading={send.isPending}
          disabled={recipients.length === 0}
          onClick={() => send.mutate(recipients)}
        >
          {words.testSend(recipients.length)}
        </Button>
        {send.isSuccess && <Text role="status">{words.testSent}</Text>}
      </Group>
      {send.isError && <Failure error={send.error} />}
    </Stack>
  )
}
