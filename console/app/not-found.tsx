import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { Page } from '../design/page.tsx'
import { words } from '../words/app.ts'

export function NotFound({ home }: { home: string }) {
  const { title, text } = words.notFound
  return (
    <Page title={title} lead={text}>
      <Text>
        <Anchor component={Link} href={home}>
          {words.notFound.home}
        </Anchor>
      </Text>
    </Page>
  )
}
