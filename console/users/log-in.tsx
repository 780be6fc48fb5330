import { Alert, Anchor, Box } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { showSetUp } from '../../src/contract/users/set-up.ts'
import { serverUrl } from '../app/root.ts'
import { useSession } from '../app/session.tsx'
import { setUpWords } from '../words/session/set-up.ts'
import { userWords as words } from '../words/session/users.ts'
import { Alone } from './alone.tsx'
import { LogInForm } from './log-in-form.tsx'

/** The page of people without a session. */
export function LogIn() {
  const { state } = useSession()
  const [params] = useSearchParams()
  const isFresh = useIsFresh()
  if (state === 'open') return <Redirect to={safePath(params.get('to'))} replace />
  return (
    <Alone title={words.logIn.title}>
      {isFresh && (
        <Alert variant="light" color="petrol" title={setUpWords.waiting.title} mb="lg">
          {setUpWords.waiting.text}
        </Alert>
      )}
      <Box className="panel" p="lg">
        <LogInForm problem={problemIn(params.get('problem'))} />
      </Box>
      <Anchor href={`${serverUrl}/log_in/forgot_password`} size="sm" mt="md" display="inline-block">
        {words.logIn.forgot}
      </Anchor>
    </Alone>
  )
}

/** Why a log-in with a provider ended. */
function problemIn(problem: string | null): string | null {
  return Object.entries(words.logIn.problems).find(([name]) => name === problem)?.[1] ?? null
}

/** Whether the server has no account yet. */
function useIsFresh(): boolean {
  const { client } = useSession()
  const [isFresh, setFresh] = useState(false)
  useEffect(() => {
    client.call(showSetUp).then(
      ({ data }) => setFresh(data.is_open),
      () => null,
    )
  }, [client])
  return isFresh
}

/** Only paths of the console: a link must not lead people to another site after their log-in. */
function safePath(to: string | null): string {
  return to !== null && /^\/(?![/\\])/.test(to) ? to : '/'
}
