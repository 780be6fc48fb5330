import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { createSubscriber, subscriberCreateInput } from '../../src/contract/subscribers/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useContractForm } from '../design/form.ts'
import { Failure } from '../design/states.tsx'
import { listWords } from '../words/audience/lists.ts'

const words = listWords.one.add

export function AddPerson({ listId }: { listId: number }) {
  const form = useContractForm(subscriberCreateInput, { email: '' })
  const add = useChange(createSubscriber, { done: () => form.reset() })
  const submit = form.onSubmit(({ email }) =>
    add.mutate({ params: { mailing_list_id: listId }, body: { email } }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={words.title}>
      <Stack gap="xs">
        <Group align="flex-start" gap="xs">
          <TextInput
            type="email"
            label={words.email}
            w={{ base: '100%', sm: '14rem' }}
            {...form.getInputProps('email')}
          />
          <Button type="submit" variant="default" className="beside-field" loading={add.isPending}>
            {words.submit}
          </Button>
        </Group>
        {add.isError && <Failure error={add.error} />}
        {add.isSuccess && (
          <Text size="sm" role="status">
            {words.done(add.data.data.email)}
          </Text>
        )}
      </Stack>
    </form>
  )
}
