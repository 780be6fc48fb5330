import { Button, Code, CopyButton, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { confirmTotp, createTotp, deleteTotp } from '../../../src/contract/users/sessions.ts'
import { useChange } from '../../app/api.ts'
import { useOpenSession, useSession } from '../../app/session.tsx'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { meWords } from '../../words/session/me.ts'

const words = meWords.factor
const QrCode = lazy(() => import('./qr-code.tsx'))

export function SecondFactor() {
  const { user } = useOpenSession()
  const { check } = useSession()
  const [codes, setCodes] = useState<readonly string[]>([])
  const begin = useChange(createTotp)
  const setUp = begin.data?.data
  const done = () => {
    setCodes([])
    begin.reset()
    void check()
  }
  return (
    <Panel title={words.title}>
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} done={done} />
      ) : user.second_factor_enabled ? (
        <Remove />
      ) : setUp === undefined ? (
        <Begin begin={begin} />
      ) : (
        <Confirm secret={setUp.secret} url={setUp.otpauth_url} confirmed={setCodes} />
      )}
    </Panel>
  )
}

type Begun = {
  mutate: (input: { body: { password: string } }) => void
  isError: boolean
  isPending: boolean
  error: unknown
}

function Begin({ begin }: { begin: Begun }) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin.mutate({ body: { password } })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw="24rem" align="flex-start">
        <Text c="dimmed">{words.off}</Text>
        <PasswordInput
          w="100%"
          label={words.password}
          autoComplete="current-password"
          required
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        {begin.isError && <Failure error={begin.error} />}
        <Button type="submit" variant="default" loading={begin.isPending}>
          {words.begin}
        </Button>
      </Stack>
    </form>
  )
}

type ConfirmProps = { secret: string; url: string; confirmed: (codes: readonly string[]) => void }

function Confirm({ secret, url, confirmed }: ConfirmProps) {
  const [code, setCode] = useState('')
  const confirm = useChange(confirmTotp, { done: ({ recovery_codes: codes }) => confirmed(codes) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ body: { code } })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw="24rem" align="flex-start">
        <Text>{words.scan}</Text>
        <Suspense fallback={<div style={{ width: 200, height: 200 }} />}>
          <QrCode text={url} label={words.qr} />
        </Suspense>
        <Text size="sm" c="dimmed">
          {words.byHand} <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        </Text>
        <TextInput
          label={words.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          autoFocus
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        {confirm.isError && <Failure error={confirm.error} />}
        <Button type="submit" loading={confirm.isPending}>
          {words.confirm}
        </Button>
      </Stack>
    </form>
  )
}

function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  return (
    <Stack gap="md" align="flex-start">
      <Text fw={600}>{words.codesTitle}</Text>
      <Text maw="28rem">{words.codes}</Text>
      <Code block style={{ columns: '2 9rem' }}>
        {codes.join('\n')}
      </Code>
      <Group gap="sm">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={done}>{words.kept}</Button>
      </Group>
    </Stack>
  )
}

function Remove() {
  const { check } = useSession()
  const [code, setCode] = useState('')
  const remove = useChange(deleteTotp, { done: () => void check() })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    remove.mutate({ body: { code } })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw="24rem" align="flex-start">
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck
            size={18}
            stroke={1.75}
            color="var(--quiver-success)"
            aria-hidden
            style={{ flexShrink: 0 }}
          />
          <Text>{words.on}</Text>
        </Group>
        <TextInput
          label={words.code}
          description={words.removeHint}
          autoComplete="one-time-code"
          required
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        {remove.isError && <Failure error={remove.error} />}
        <Button type="submit" variant="default" c="var(--quiver-danger)" loading={remove.isPending}>
          {words.remove}
        </Button>
      </Stack>
    </form>
  )
}
