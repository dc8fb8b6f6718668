import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { FactList } from '@/components/fact-list';
import { downloadIcon } from '@/components/icons';
import { saveFile } from '@/components/save-file';
import { SkeletonForm } from '@/components/skeleton-form';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { codeOfRequest, paymentCodePath } from '../payment-code-rules';
import { paymentFacts } from '../payment-letter';

/** What a tenant scans to pay what is open, so that the payment finds its lease by itself. */
export function PaymentCodeDialog({ tenantId, onClose }: { tenantId: string; onClose: () => void }) {
  const t = useTranslations('Account');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('paymentCode')}
      description={t('paymentCodeText')}
    >
      <Suspense fallback={<SkeletonForm fields={2} />}>
        <PaymentCode tenantId={tenantId} />
      </Suspense>
    </Dialog>
  );
}

function PaymentCode({ tenantId }: { tenantId: string }) {
  const t = useTranslations('Account');
  const words = useTranslations('Statement');
  const formats = useFormats();
  const [{ payment, tenants }] = trpc.ledger.statement.useSuspenseQuery({ tenantId });
  if (!payment) return <p className="text-sm text-muted">{t('noPaymentCode')}</p>;
  const purpose = words('purpose', { names: tenants.join(', ') });
  const text = codeOfRequest({ ...payment, purpose });
  const code = text === null ? null : paymentCodePath(text);
  return (
    <>
      {code && (
        <svg
          viewBox={`0 0 ${code.size} ${code.size}`}
          role="img"
          aria-label={t('paymentCode')}
          shapeRendering="crispEdges"
          className="mx-auto w-full max-w-64 rounded-xl bg-white"
        >
          <path d={code.path} fill="#000" />
        </svg>
      )}
      <FactList
        facts={[
          { label: t('open'), value: formatMoney(payment.amountCents, formats.currency, formats) },
          ...paymentFacts(payment, purpose, {
            ...{ holder: words('holder'), iban: words('iban'), bic: words('bic') },
            ...{ accountNumber: words('accountNumber'), reference: words('reference') },
            bankCode: (scheme) => words(`bankCode.${scheme}`),
          }).map(([label, value]) => ({ label, value })),
        ]}
      />
      {code && (
        <DialogActions>
          <Button look="secondary" icon={downloadIcon} onClick={() => savePicture(code, t('paymentCode'))}>
            {t('savePicture')}
          </Button>
        </DialogActions>
      )}
    </>
  );
}

/** As a picture of its own, large enough for paper. */
function savePicture({ path, size }: { path: string; size: number }, name: string): void {
  const side = size * 12;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`);
}
