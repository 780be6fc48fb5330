import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { ownChanges, updateOwnUser } from '../../../src/contract/users/current.ts'
import { useChange } from '../../app/api.ts'
import { useOpenSession } from '../../app/session.tsx'
import { refusedFields, useContractForm } from '../../design/form.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { meWords } from '../../words/session/me.ts'

const words = meWords.password

export function Password() {
  const { user } = useOpenSession()
  const form = useContractForm(ownChanges, { current_password: '', password: '' })
  const change = useChange(updateOwnUser, { touches: ['Log-in'], done: () => form.reset() })
  const submit = (body: typeof form.values) =>
    change.mutate({ body }, { onError: (failure) => form.setErrors(refusedFields(failure) ?? {}) })
  return (
    <Panel title={words.title}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md" maw="24rem">
          <Text c="dimmed">{words.lead}</Text>
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordInput
            label={words.current}
            autoComplete="current-password"
            required
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={words.next}
            description={words.hint}
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          {change.isError && refusedFields(change.error) === null && <Failure error={change.error} />}
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            style={{ alignSelf: 'flex-start' }}
          >
            {words.submit}
          </Button>
          {change.isSuccess && (
            <Text role="status" c="var(--quiver-success)">
              {words.done}
            </Text>
          )}
        </Stack>
      </form>
    </Panel>
  )
}
