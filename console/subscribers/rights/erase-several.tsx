import { Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { erasedMax, eraseSubscriber } from '../../../src/contract/subscribers/erasure.ts'
import { parseEmail } from '../../../src/contract/values/email.ts'
import { useChange } from '../../app/api.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { useInOrganization } from '../../app/places.ts'
import { Failure } from '../../design/states.tsx'
import { personWords } from '../../words/audience/subscribers.ts'

const words = personWords.erase.several

/** A pasted list. For good, so their number is typed first. */
export function EraseSeveral() {
  const [text, setText] = useState('')
  const [typed, setTyped] = useState('')
  const [despite, setDespite] = useState(false)
  useAskBeforeClosing(text !== '')
  const [, go] = useLocation()
  const at = useInOrganization()
  const erase = useChange(eraseSubscriber, { done: () => go(at('/people')) })
  const { emails, problem } = addressesIn(text)
  const isReady = emails.length > 0 && problem === '' && typed.trim() === String(emails.length)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) erase.mutate({ body: { emails, despite_unfinished_imports: despite } })
      }}
    >
      <Stack gap="sm" align="flex-start">
        <Textarea
          label={words.addresses}
          description={words.hint}
          error={problem}
          rows={6}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          autoComplete="off"
          w="100%"
        />
        <TextInput
          label={words.type(emails.length)}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          autoComplete="off"
          inputMode="numeric"
          w="100%"
        />
        {erase.isError && (
          <Refused error={erase.error} label={words.despite} despite={despite} setDespite={setDespite} />
        )}
        <Button
          type="submit"
          variant="outline"
          color="var(--quiver-danger)"
          disabled={!isReady}
          loading={erase.isPending}
        >
          {words.submit(emails.length)}
        </Button>
        <Text size="sm" c="dimmed">
          {words.text}
        </Text>
      </Stack>
    </form>
  )
}

/** Each once. */
function addressesIn(text: string): { emails: string[]; problem: string } {
  const lines = text.split(/[\n,;]/).map((line) => line.trim()).filter((line) => line !== '') // oxfmt-ignore
  const wrong = lines.filter((line) => parseEmail(line) === null)
  const emails = [...new Set(lines.flatMap((line) => parseEmail(line)?.key ?? []))]
  const tooMany = emails.length > erasedMax ? words.tooMany : ''
  return { emails, problem: wrong.length > 0 ? words.wrong(wrong) : tooMany }
}

type Refusal = { error: Error; label: string; despite: boolean; setDespite: (despite: boolean) => void }

/** Why an erasure was refused, and the way to go on all the same. */
export function Refused({ error, label, despite, setDespite }: Refusal) {
  return (
    <>
      <Failure error={error} />
      <Checkbox
        label={label}
        checked={despite}
        onChange={({ currentTarget: { checked } }) => setDespite(checked)}
      />
    </>
  )
}
