import { Button } from '@mantine/core'
import { useState } from 'react'
import { beginPasskeyLogIn, logInWithPasskey, type Assertion } from '../../src/contract/users/passkeys.ts'
import { useSession } from '../app/session.tsx'
import { messageOf } from '../design/failures.ts'
import { userWords } from '../words/session/users.ts'
import { hasPasskeys, usePasskey } from './passkey.ts'

const words = userWords.logIn

/** Which account it is, the passkey knows. */
export function PasskeyButton({ tell }: { tell: (problem: string | null) => void }) {
  const { client, enter } = useSession()
  const [isBusy, setBusy] = useState(false)
  if (!hasPasskeys()) return null
  const logIn = async () => {
    setBusy(true)
    tell(null)
    try {
      const { data } = await client.call(beginPasskeyLogIn, { body: {} })
      const credential = await usePasskey(data.options)
      if (credential === null) return tell(words.noPasskey)
      // The browser's own words; the server checks them.
      const body = { token: data.token, credential: credential as Assertion }
      enter((await client.call(logInWithPasskey, { body })).data)
    } catch (failure) {
      tell(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" fullWidth loading={isBusy} onClick={() => void logIn()}>
      {words.passkey}
    </Button>
  )
}
