import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQueryParam } from '../app/places.ts'

type AskProps = {
  label: string
  hint?: string
  submit: string
  /** What is asked. null: nothing yet. */
  children: (email: string) => React.ReactNode
}

/** A question about one address, in the address of the page: `?address=ann@example.com`. */
export function AskAddress({ label, hint, submit, children }: AskProps) {
  const [asked, ask] = useQueryParam('address')
  const [typed, setTyped] = useState(asked)
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask(typed.trim())
        }}
      >
        <Group gap="sm" align="flex-end">
          <TextInput
            label={label}
            {...(hint !== undefined && { description: hint })}
            type="email"
            w={{ base: '100%', xs: 360 }}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={typed.trim() === asked}>
            {submit}
          </Button>
        </Group>
      </form>
      {asked !== '' && children(asked)}
    </>
  )
}
