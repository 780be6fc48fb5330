import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { ApiFailure } from '../../src/client/api.ts'
import { createSession } from '../../src/contract/users/sessions.ts'
import { useSession } from '../app/session.tsx'
import { messageOf } from '../design/failures.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { Providers } from './providers.tsx'
import { userWords } from '../words/session/users.ts'

const words = userWords.logIn

/** Address and password, then the second factor where the server asks for it. */
export function LogInForm({
  email = '',
  problem: before = null,
}: {
  email?: string
  problem?: string | null
}) {
  const { values, set, needsCode, problem, setProblem, isBusy, logIn } = useLogIn(email, before)
  return (
    <form onSubmit={(event) => void logIn(event)}>
      <Stack gap="md">
        {problem !== null && (
          <Alert role="alert" variant="outline" color="var(--quiver-danger)">
            {problem}
          </Alert>
        )}
        <TextInput
          label={words.email}
          type="email"
          autoComplete="username"
          required
          readOnly={email !== ''}
          autoFocus={email === ''}
          value={values.email}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
        />
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          required
          autoFocus={email !== ''}
          data-autofocus={email !== '' || undefined}
          value={values.password}
          onChange={({ currentTarget }) => set({ password: currentTarget.value })}
        />
        {needsCode && (
          <TextInput
            label={words.code}
            description={words.codeHint}
            autoComplete="one-time-code"
            required
            autoFocus
            value={values.totp}
            onChange={({ currentTarget }) => set({ totp: currentTarget.value })}
          />
        )}
        <Button type="submit" loading={isBusy} fullWidth>
          {words.title}
        </Button>
        {email === '' && <PasskeyButton tell={setProblem} />}
        <Providers email={values.email} isOver={email !== ''} tell={setProblem} />
      </Stack>
    </form>
  )
}

type Values = { email: string; password: string; totp: string }

function useLogIn(email: string, before: string | null) {
  const { client, enter } = useSession()
  const [values, setValues] = useState<Values>({ email, password: '', totp: '' })
  const [needsCode, setNeedsCode] = useState(false)
  const [problem, setProblem] = useState(before)
  const [isBusy, setBusy] = useState(false)
  const logIn = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    const { totp, ...known } = values
    try {
      enter((await client.call(createSession, { body: { ...known, ...(needsCode && { totp }) } })).data)
    } catch (failure) {
      if (!needsCode && asksForCode(failure)) setNeedsCode(true)
      else setProblem(problemOf(failure))
    } finally {
      setBusy(false)
    }
  }
  const set = (some: Partial<Values>) => setValues((now) => ({ ...now, ...some }))
  return { values, set, needsCode, problem, setProblem, isBusy, logIn }
}

function asksForCode(failure: unknown): boolean {
  return failure instanceof ApiFailure && /totp|second factor/i.test(failure.message)
}

function problemOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return words.offline
  if (failure.code === 'not_authorized' && failure.status !== 429) return words.wrong
  return messageOf(failure)
}
