import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import {
  beginSingleSignOn,
  findLogInProviders,
  type OfferedProvider,
} from '../../src/contract/users/single-sign-on.ts'
import { useSession } from '../app/session.tsx'
import { messageOf } from '../design/failures.ts'
import { userWords } from '../words/session/users.ts'

const words = userWords.logIn

type Props = {
  email: string
  /** Over a page, which must not be left: the provider opens beside it. */
  isOver: boolean
  tell: (problem: string | null) => void
}

/** A button for each provider that people with this address, or all people, can log in with. */
export function Providers({ email, isOver, tell }: Props) {
  const { client, check } = useSession()
  const [params] = useSearchParams()
  const [away, setAway] = useState(false)
  const offered = useOffered(email)
  const go = async (provider: string) => {
    // Opened at once: browsers refuse windows that open later.
    const beside = isOver ? window.open('', '_blank') : null
    tell(null)
    try {
      const to = isOver ? '/me' : params.get('to')
      const { data } = await client.call(beginSingleSignOn, { body: { provider, to } })
      if (beside === null) window.location.assign(data.url)
      else beside.location.assign(data.url)
      setAway(beside !== null)
    } catch (failure) {
      beside?.close()
      tell(messageOf(failure))
    }
  }
  return (
    <>
      {offered.map(({ id, name }) => (
        <Button key={id} variant="default" fullWidth onClick={() => void go(id)}>
          {words.with(name)}
        </Button>
      ))}
      {away && (
        <Button fullWidth onClick={() => void check()}>
          {words.again}
        </Button>
      )}
    </>
  )
}

const pauseMs = 300

function useOffered(email: string): readonly OfferedProvider[] {
  const { client } = useSession()
  const [offered, setOffered] = useState<readonly OfferedProvider[]>([])
  // Until the address has its domain, the same providers are offered.
  const address = /@.+\../.test(email) ? email : ''
  useEffect(() => {
    const asking = new AbortController()
    const ask = async () => {
      const { data } = await client.call(findLogInProviders, {
        body: { email: address },
        signal: asking.signal,
      })
      setOffered(data)
    }
    const timer = setTimeout(() => void ask().catch(() => null), address === '' ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [client, address])
  return offered
}
