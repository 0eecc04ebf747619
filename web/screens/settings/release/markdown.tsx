import { Anchor, Code, Divider, List, Text, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { type Block, markdownBlocks, markdownSpans } from './markdown-blocks.ts';

/** Markdown of our own documents (headings, paragraphs, lists, code, links). Never HTML. */
export function Markdown({
  text,
  top = 2,
}: {
  text: string /** Level of the first heading. */;
  top?: number;
}) {
  return (
    <>
      {markdownBlocks(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other identity
        <BlockView key={index} block={block} top={top} />
      ))}
    </>
  );
}

function BlockView({ block, top }: { block: Block; top: number }) {
  switch (block.type) {
    case 'heading':
      return (
        <Title order={Math.min(6, block.level - 1 + top) as 2} mt={block.level === 1 ? 0 : 'lg'} mb="xs">
          <Spans text={block.text} />
        </Title>
      );
    case 'list':
      return (
        <List
          mb="md"
          spacing={4}
          type={block.ordered ? 'ordered' : 'unordered'}
          style={{ overflowWrap: 'anywhere' }}
        >
          {block.items.map((item) => (
            <List.Item key={item}>
              <Spans text={item} />
            </List.Item>
          ))}
        </List>
      );
    case 'code':
      return (
        <Code block mb="md" tabIndex={0}>
          {block.text}
        </Code>
      );
    case 'rule':
      return <Divider my="md" />;
    case 'paragraph':
      return (
        <Text size="md" mb="md">
          <Spans text={block.text} />
        </Text>
      );
  }
}

function Spans({ text }: { text: string }): ReactNode {
  return markdownSpans(text).map((span, index) => {
    const key = index;
    if (span.type === 'strong') return <strong key={key}>{span.text}</strong>;
    if (span.type === 'code') return <Code key={key}>{span.text}</Code>;
    if (span.type === 'link')
      return (
        <Anchor size="md" key={key} href={span.href} rel="noreferrer">
          {span.text}
        </Anchor>
      );
    return <Fragment key={key}>{span.text}</Fragment>;
  });
}
