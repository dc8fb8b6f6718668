import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Button } from '@/components/button';
import { uploadIcon } from '@/components/icons';
import { FileQuestion } from './file-question';
import type { useImport } from './use-import';

const accepted =
  '.xml,.camt,.zip,.csv,.txt,.sta,.mt940,.940,.xlsx,text/csv,application/xml,text/xml,application/zip';

/** Where bank files come in, and what became of those that were not read. */
export function ImportFiles({ files }: { files: ReturnType<typeof useImport> }) {
  const t = useTranslations('Bank');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col gap-3 pb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl border border-dashed border-border px-4 py-4">
        <div className="min-w-0">
          <p className="font-medium">{t('drop')}</p>
          <p className="text-sm text-muted">{t('formats')}</p>
        </div>
        <input
          ref={input}
          type="file"
          multiple
          accept={accepted}
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onChange={(event) => {
            void files.read([...(event.currentTarget.files ?? [])]);
            // Choosing the same file again must be a change, too.
            event.currentTarget.value = '';
          }}
        />
        <Button
          look="primary"
          icon={uploadIcon}
          pending={files.reading !== null}
          onClick={() => input.current?.click()}
        >
          {t('choose')}
        </Button>
        <p role="status" className="sr-only">
          {files.reading === null ? '' : t('reading', { name: files.reading })}
        </p>
      </div>
      {files.questions.map((question) => (
        <FileQuestion
          key={question.key}
          question={question}
          onAnswer={(given) => files.answer(question, given)}
          onClose={() => files.close(question.key)}
        />
      ))}
    </div>
  );
}
