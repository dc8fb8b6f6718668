import {
  building2Icon,
  houseIcon,
  squareParkingIcon,
  storeIcon,
  treesIcon,
  warehouseIcon,
} from '@/components/icons';
import type { PropertyKind } from '@/domain/vocabulary';

export const propertyIcons: Record<PropertyKind, string> = {
  apartment: building2Icon,
  house: houseIcon,
  multi_family: building2Icon,
  commercial: warehouseIcon,
  mixed: storeIcon,
  parking: squareParkingIcon,
  land: treesIcon,
};
